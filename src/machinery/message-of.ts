/** The words of what was thrown: an error's message, or what else it was as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
