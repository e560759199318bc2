// The signals by which a process is asked to end: by who supervises it, from the keyboard, or as its terminal closes.

export const ENDING_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Signals within so many milliseconds of the first are the same one: some senders signal a process and then its group, and mean it once. */
export const ONE_SIGNAL_MS = 300;
