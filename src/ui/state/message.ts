/** The words of an error that was thrown or answered, for a person to read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : typeof error === 'string' ? error : 'Unknown error.'
}
