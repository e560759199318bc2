// Stop signal: asks a reader to stop.

/** The part of an AbortSignal that is used, since not every engine has that class: any AbortSignal will do. */
export interface StopSignal {
  /** Whether to stop. */
  readonly aborted: boolean;
}
