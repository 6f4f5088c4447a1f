/** Addresses behind the `#`, by the name of their picture. */
export const PLACES: Readonly<Record<string, string>>
/** Objects to look at, each with the collection that it is created in. */
export const OBJECTS: readonly (readonly [collection: string, object: object])[]
export const SIZES: readonly { readonly width: number; readonly height: number }[]
export const SCHEMES: readonly ('dark' | 'light')[]
