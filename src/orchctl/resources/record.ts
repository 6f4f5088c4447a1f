import type { JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Call } from '../core/command'
import type { Flag } from '../core/flags'
import { CHANGE_CAUSE, PROGRAM } from '../core/words'
import { Objects, type Place } from './server'

/** Records the command line in an annotation, where the history of a rollout shows it. */
export const RECORD_FLAG: Flag = {
  name: 'record',
  type: 'bool',
  default: 'false',
  help: 'Note the command line in the object (deprecated)',
  hidden: true,
}

/** Flags whose values must not be recorded in readable objects. */
const SECRET_FLAGS = ['token', 'password']

/** The command line to record; undefined without the flag. Warns that the flag is deprecated. */
export function changeCauseOf({ session, flags, path, args }: Call): string | undefined {
  if (!flags.has('record') || !flags.changed('record')) return undefined
  session.err('Flag --record has been deprecated, --record will be removed in the future')
  if (!flags.bool('record')) return undefined
  const given = flags
    .inOrder()
    .map(([name, value]) => ` --${name}=${SECRET_FLAGS.includes(name) ? 'CLASSIFIED' : value}`)
  return [path === '' ? PROGRAM : path, ...args].join(' ') + given.join('')
}

/** The object with the recorded command line; unchanged if there is none. */
export function withChangeCause<T extends ApiObject | JsonObject>(object: T, cause: string | undefined): T {
  if (cause === undefined) return object
  const metadata = (object.metadata ?? {}) as { annotations?: Record<string, string> }
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, [CHANGE_CAUSE]: cause } } }
}

/** Records the command line in an already changed object; does nothing if there is none. */
export async function recordChangeCauseLater(
  { session }: Call,
  place: Place,
  cause: string | undefined,
  fieldManager?: string,
): Promise<void> {
  if (cause === undefined) return
  const note = { metadata: { annotations: { [CHANGE_CAUSE]: cause } } }
  await new Objects(session).patch(place, 'merge', note, { fieldManager })
}
