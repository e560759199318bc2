// Exit: the exit codes of commands.

/** Exit codes: done; the input is wrong; the command line is wrong. */
export const EXIT = { done: 0, badInput: 1, badUsage: 2 } as const;
