// The signals by which a process is asked to end: by who supervises it, from the keyboard, or as its terminal closes.

export const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
