// Signals: those that ask a process to end: from its supervisor, from the keyboard, or when its terminal closes.

export const ENDING_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Signals within so many milliseconds of the first count as one: some senders signal a process and then its group, and mean it once. */
export const ONE_SIGNAL_MS = 300;
