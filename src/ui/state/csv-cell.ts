/** A cell of a CSV file (RFC 4180), quoted if it has to be. */
export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
