/** Values outside the store, such as keys and settings. They can be anything cloneable, including unextractable keys. */
export interface KeyValues {
  get(name: string): Promise<unknown>
  /** Resolves when the value has reached the medium. */
  put(name: string, value: unknown): Promise<void>
  /** Deletes all values. */
  clear(): Promise<void>
}
