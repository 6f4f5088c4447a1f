/** A file's name for messages. A data: URL is its own content, which may be secret, so it is not quoted. */
export const fileLabel = (name: string): string => (name.startsWith('data:') ? 'a data: URL' : name)
