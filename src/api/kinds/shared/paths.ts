import { invalid } from '../../../machinery/field-error'
import type { Errors } from '../meta/rules'

export const absent = (value: unknown): boolean => value === undefined || value === null

/** A path that never climbs with `..`. */
export function backsteps(path: string, field: string, errors: Errors): void {
  if (path.split('/').includes('..')) errors.push(invalid(field, path, "must not contain '..'"))
}
/** A relative path that stays below where it starts. */
export function descending(path: string, field: string, errors: Errors): void {
  if (path.startsWith('/')) errors.push(invalid(field, path, 'must be a relative path'))
  backsteps(path, field, errors)
}
/** Permission bits of a file. */
export function fileMode(mode: number | undefined, field: string, errors: Errors): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777))
    errors.push(invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive'))
}
/** A relative path for a file of a volume: descending, and not starting with two dots. */
export function fileName(path: string, field: string, errors: Errors): void {
  descending(path, field, errors)
  if (path.startsWith('..') && !path.startsWith('../')) errors.push(invalid(field, path, "must not start with '..'"))
}
