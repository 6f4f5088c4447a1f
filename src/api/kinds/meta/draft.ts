/**
 * The type of a published kind before validation: any member may be missing. Validation and defaulting use it, so that the compiler
 * requires handling of missing members.
 */
export type Draft<T> = T extends (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? string extends keyof T
      ? Record<string, Draft<T[keyof T]>>
      : { -readonly [Key in keyof T]?: Draft<T[Key]> }
    : T

/** Views an object, or part of it, as the draft of a kind. Decoding has already checked JSON types. */
export const asDraft = <T>(value: unknown): Draft<T> => (value ?? {}) as Draft<T>
