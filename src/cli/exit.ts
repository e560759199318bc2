// What a command leaves behind for the shell.

/** Exit codes: done, the input is wrong, the command is wrong. */
export const EXIT = { done: 0, badInput: 1, badUsage: 2 } as const;
