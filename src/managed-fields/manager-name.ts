import { utf8Length } from '../machinery/utf8-length'

/** The name that the command-line client applies under unless told otherwise. */
export const CLIENT_MANAGER = 'orchctl'
/** Owner of what an object held when it was applied for the first time without any record. */
export const BEFORE_FIRST_APPLY = 'before-first-apply'

const MAX_LENGTH = 128
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** The manager of a write: the one it names, else the part of the User-Agent before the first slash, else `unknown`. */
export function managerNameOf(fieldManager: string | null | undefined, userAgent: string | null | undefined): string {
  if (fieldManager) return fieldManager
  let name = ''
  let length = 0
  for (const character of userAgent?.split('/', 1)[0] ?? '') {
    if (UNPRINTABLE.test(character)) continue
    length += utf8Length(character)
    if (length > MAX_LENGTH) break
    name += character
  }
  return name === '' ? 'unknown' : name
}
