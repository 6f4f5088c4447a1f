import type { Able, AblePlace } from '../../../access-analysis/who-can'
import { MASTERS_GROUP } from '../../../machinery/user'
import { GrantPath } from './parts'
import { personOfSubject, personText } from './people'

const placeTitle = (namespace: string): string => (namespace ? `Only in namespace ${namespace}` : 'In all namespaces')

/** Maximum number of grants shown per subject. */
const SHOWN = 2

/** Who is allowed in one place: everywhere, or in one namespace. */
export function WhoMay({
  namespace,
  titled,
  able,
  chosen,
  onChoose,
}: AblePlace & {
  readonly titled: boolean
  readonly chosen: string
  /** Called with the subject, and with the object's name if the right is limited to one. */
  readonly onChoose: (text: string, name: string | undefined) => void
}) {
  const elsewhere = titled && namespace !== ''
  const list = (
    <ul className="o-plain o-panel-body" aria-label={titled ? placeTitle(namespace) : 'Who may'}>
      {able.map((one) => (
        <Subject key={personText(personOfSubject(one.subject))} able={one} chosen={chosen} onChoose={onChoose} />
      ))}
      {!elsewhere && !able.some(({ subject }) => subject.name === MASTERS_GROUP) && (
        <li>
          <span className="o-mono" data-cell="Subject">
            group:{MASTERS_GROUP}
          </span>
          <div className="o-small o-dim" data-cell="Granted by">
            Always allowed: system:masters bypasses RBAC.
          </div>
        </li>
      )}
    </ul>
  )
  if (!titled) return list
  return (
    <>
      <h3 className="o-h2 o-who-place">{placeTitle(namespace)}</h3>
      {list}
    </>
  )
}

function Subject({
  able: { subject, grants, names },
  chosen,
  onChoose,
}: {
  readonly able: Able
  readonly chosen: string
  readonly onChoose: (text: string, name: string | undefined) => void
}) {
  const text = personText(personOfSubject(subject))
  return (
    <li>
      <button
        type="button"
        data-cell="Subject"
        className="o-link o-mono o-break"
        aria-pressed={text === chosen}
        onClick={() => onChoose(text, names?.[0])}
      >
        {text}
      </button>
      {names && (
        <div className="o-small o-tone o-tone-changed" data-cell="Limit">
          Only the {names.length === 1 ? 'object' : 'objects'} named <span className="o-mono">{names.join(', ')}</span>
        </div>
      )}
      {grants.slice(0, SHOWN).map((grant, i) => (
        <div key={i} className="o-small">
          <GrantPath grant={grant} />
        </div>
      ))}
      {grants.length > SHOWN && <div className="o-small o-dim">and {grants.length - SHOWN} more bindings</div>}
    </li>
  )
}
