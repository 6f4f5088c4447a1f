import { Go } from '../../components/Go'
import { NamesSwitch } from '../../components/NamesSwitch'

/** Sample identifiers in this vocabulary. */
const EXAMPLES: readonly (readonly [what: string, name: string])[] = [
  ['API group', 'rbac.authorization.orch.io'],
  ['Label', 'orch.io/metadata.name'],
  ['Media type', 'application/vnd.orch.protobuf'],
  ['Namespace', 'orch-system'],
  ['User', 'system:orch-scheduler'],
  ['Command line', 'orchctl'],
]

/** The vocabulary of the cluster's identifiers, with links to the others. */
export function NamesSection() {
  return (
    <div className="o-stack">
      <NamesSwitch place="#/settings/names" />
      <section className="o-panel" aria-label="Names in use">
        <div className="o-panel-body">
          <dl className="o-facts">
            {EXAMPLES.map(([what, name]) => [
              <dt key={`${name} term`}>{what}</dt>,
              <dd key={name} className="o-mono">
                {name}
              </dd>,
            ])}
          </dl>
        </div>
      </section>
      <p className="o-dim o-flush">
        Each set of names has its own cluster in this browser, so switching changes no stored objects. To move objects,{' '}
        <Go place={{ to: '/settings/storage' }}>export them here</Go> and import them there; the import converts their
        names. An address with <code>?names=</code> opens the page in one of them.
      </p>
    </div>
  )
}
