/** What a program printed when it was ready, and its end. */
export interface Started {
  readonly found: string
  readonly stop: () => Promise<void>
}

/** Starts a script of Node's; resolves when it prints a line that the pattern fits. Rejects when it ends before. */
export function started(args: readonly string[], pattern: RegExp): Promise<Started>
