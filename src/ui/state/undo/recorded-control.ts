import type { Control, ControlCalls, ControlName } from '../../../server/control'
import { ADMIN } from '../identity'
import { noteStep } from './changes'

const REPLACING: Partial<Record<ControlName, 'import' | 'reset'>> = { import: 'import', reset: 'reset' }

/** The page's controls, wrapped so that those that replace the stored data first keep a copy for undo. */
export function recordedControl(control: Control): Control {
  return async <N extends ControlName>(name: N, args: ControlCalls[N]['args']) => {
    const how = REPLACING[name]
    // The stored data may be unreadable, and replacing it the only fix: then there is nothing to restore.
    const before = how && (await control('export', null).catch(() => undefined))
    const result = await control(name, args)
    if (how && before !== undefined) noteStep({ did: 'replaced', how, before }, ADMIN)
    return result
  }
}
