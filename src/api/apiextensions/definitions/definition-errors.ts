import { FieldPath } from '../../../machinery/field-error'

/** Where errors about a definition begin. */
export const SPEC = FieldPath.of('spec')
/** Several messages about one value, as those of one error. */
export const joinedMessages = (messages: readonly string[]): string => messages.join(',')
