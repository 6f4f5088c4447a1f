export interface KindPlaces {
  readonly describes: readonly string[]
  readonly uses: readonly string[]
}
export function kindPlaces(folder: { readonly group: string; readonly kind: string }): KindPlaces
