/** The document with its table of rooms as the layer rules are now. */
export function withRooms(text: string): string
