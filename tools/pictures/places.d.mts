/** Addresses behind the `#`, each with the name of its picture: one for each route, and tabs that have none. */
export function placesOf(routes: readonly string[]): readonly (readonly [name: string, place: string])[]
/** Objects to look at, each with the collection that it is created in. */
export const OBJECTS: readonly (readonly [collection: string, object: object])[]
export const SIZES: readonly { readonly width: number; readonly height: number }[]
export const SCHEMES: readonly ('dark' | 'light')[]
