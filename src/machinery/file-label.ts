/** What messages call a file: its name, but not a name that is its whole content, which may be secret. */
export const fileLabel = (name: string): string => (name.startsWith('data:') ? 'a data: URL' : name)
