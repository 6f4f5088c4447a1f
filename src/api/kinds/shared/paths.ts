import { invalid } from '../../../machinery/field-error'
import type { Errors } from '../meta/rules'

/** Whether a field is missing or null. */
export const absent = (value: unknown): boolean => value === undefined || value === null

/** Refuses paths that contain `..`. */
export function backsteps(path: string, field: string, errors: Errors): void {
  if (path.split('/').includes('..')) errors.push(invalid(field, path, "must not contain '..'"))
}
/** Refuses paths that are absolute or contain `..`. */
export function descending(path: string, field: string, errors: Errors): void {
  if (path.startsWith('/')) errors.push(invalid(field, path, 'must be a relative path'))
  backsteps(path, field, errors)
}
/** Validates a file's permission bits. */
export function fileMode(mode: number | undefined, field: string, errors: Errors): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777))
    errors.push(invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive'))
}
/** Validates a file path in a volume: relative, and not starting with two dots. */
export function fileName(path: string, field: string, errors: Errors): void {
  descending(path, field, errors)
  if (path.startsWith('..') && !path.startsWith('../')) errors.push(invalid(field, path, "must not start with '..'"))
}
