import { nextStepOf } from './next-step'

/** What the user can do about an error; nothing if nothing is known to help. */
export function NextStep({ error }: { readonly error: unknown }) {
  const next = nextStepOf(error)
  return next === undefined ? null : <div className="o-small o-dim">{next}</div>
}
