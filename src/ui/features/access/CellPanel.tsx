import { ActionIcon } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Go } from '../../components/Go'
import { Verdict } from '../../components/Verdict'
import { isNamespaced, useAccess, whyPlace } from './context'
import { boundNamespaces } from './matrix-cells'
import { personOf, userInfoOf } from './people'
import { attributesFor, RESOURCE_VERBS, searchOf } from './question'
import { PersonLink, GrantPath } from './parts'

/** One cell of the matrix by verb: what grants it, or a link that explains the denial. */
export function CellPanel({
  who,
  what,
  namespace,
  onClose,
}: {
  readonly who: string
  readonly what: string
  readonly namespace: string
  readonly onClose: () => void
}) {
  const { index, resources } = useAccess()
  const person = personOf(who)
  const user = person ? userInfoOf(person) : { name: '', groups: [] }
  const namespaced = isNamespaced(resources, what)
  const verbs = resources.find(({ text }) => text === what)?.verbs ?? RESOURCE_VERBS
  const rules = (verb: string) => {
    const question = { verb, what, namespace, name: '' }
    const attributes = attributesFor(question, user, namespaced)
    const all = index.decide(attributes)
    const granted = 'granted' in all ? all.granted : undefined
    const single =
      granted || !namespaced || namespace
        ? []
        : boundNamespaces(index, user).filter((one) =>
            index.allows(attributesFor({ ...question, namespace: one }, user, true)),
          )
    return { question, granted, single }
  }
  return (
    <section className="o-cell-panel" aria-label="Selected cell" tabIndex={0}>
      <div className="o-row">
        <h2 className="o-h2 o-break o-grow">
          <PersonLink text={who} namespace={namespace} />
          <span className="o-dim"> and </span>
          <span className="o-mono">{what}</span>
        </h2>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <p className="o-small o-dim">
        {namespaced ? (namespace ? `in ${namespace}` : 'in all namespaces') : 'cluster-wide'}
      </p>
      <ul className="o-plain">
        {RESOURCE_VERBS.filter((verb) => verbs.includes(verb)).map((verb) => {
          const { question, granted, single } = rules(verb)
          return (
            <li key={verb}>
              <div className="o-row">
                <span className="o-mono o-grow">{verb}</span>
                <Verdict tone={granted ? 'allowed' : 'none'}>{granted ? 'allowed' : 'no'}</Verdict>
                <Go place={whyPlace({ who, ...searchOf(question) })} className="o-small">
                  {granted ? 'Who else?' : 'Why not?'}
                </Go>
              </div>
              {single.length > 0 && (
                <div className="o-small">
                  only in{' '}
                  {single.map((one, i) => (
                    <span key={one}>
                      {i > 0 && ', '}
                      <Go place={whyPlace({ who, ...searchOf({ ...question, namespace: one }) })}>{one}</Go>
                    </span>
                  ))}
                </div>
              )}
              {granted && (
                <div className="o-small">
                  <GrantPath grant={granted} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
