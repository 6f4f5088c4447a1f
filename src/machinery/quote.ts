/** A text in double quotes, escaped as in JSON. */
export const quote = (text: string): string => JSON.stringify(text)
