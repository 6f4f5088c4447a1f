/**
 * The type of a published kind while it is still being written or judged: nothing is certain to be there. Validation
 * and defaulting read objects through it, so that a missing member is a case that the compiler asks for.
 */
export type Draft<T> = T extends (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? string extends keyof T
      ? Record<string, Draft<T[keyof T]>>
      : { -readonly [Key in keyof T]?: Draft<T[Key]> }
    : T

/** Reads an object, or a part of it, as the draft of a kind. Decoding has checked the JSON types before. */
export const asDraft = <T>(value: unknown): Draft<T> => (value ?? {}) as Draft<T>
