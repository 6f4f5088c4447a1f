/** Values that are not part of the store: keys, settings. Anything that can be cloned, unexportable keys included. */
export interface KeyValues {
  get(name: string): Promise<unknown>
  /** Resolves when the value has reached the medium. */
  put(name: string, value: unknown): Promise<void>
  /** Forgets everything. */
  clear(): Promise<void>
}
