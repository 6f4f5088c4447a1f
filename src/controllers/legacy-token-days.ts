/** A day in milliseconds. */
export const DAY_MS = 86_400_000

/** The day (UTC) of a time in milliseconds, as YYYY-MM-DD. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether a text is a day as `dayOf` writes it. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(Date.parse(text)) === text
