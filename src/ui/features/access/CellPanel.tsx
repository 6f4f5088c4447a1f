import { ActionIcon } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import { explain } from '../../../access-analysis/explain'
import type { Attributes } from '../../../authorization/authorizer'
import { forbiddenMessage } from '../../../authorization/forbidden'
import type { GrantedRule } from '../../../authorization/policy-index'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Go } from '../../components/Go'
import { Verdict } from '../../components/Verdict'
import { isNamespaced, useAccess, whyPlace } from './context'
import { boundNamespaces } from './matrix-cells'
import { personOf, userInfoOf } from './people'
import { attributesFor, searchOf } from './question'
import { GrantPath, PersonLink, RuleLine } from './parts'

/** One cell of the matrix by verb: what grants it, or a link that explains the denial. A chosen verb shows its reason. */
export function CellPanel({
  who,
  what,
  verb: chosen,
  namespace,
  onVerb,
  onClose,
}: {
  readonly who: string
  readonly what: string
  readonly verb: string | undefined
  readonly namespace: string
  readonly onVerb: (verb: string | undefined) => void
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
    return { question, attributes, granted, single }
  }
  return (
    <section className="o-cell-panel" aria-label="Selected cell" tabIndex={0}>
      <div className="o-row">
        <h2 className="o-h2 o-break o-grow">
          <PersonLink text={who} namespace={namespace} />
          <span className="o-dim"> and </span>
          <span className="o-mono">{what}</span>
        </h2>
        <CopyButton icon="share" label="Copy a link to this cell" text={() => location.href} />
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <p className="o-small o-dim">
        {namespaced ? (namespace ? `in ${namespace}` : 'in all namespaces') : 'cluster-wide'}
      </p>
      <ul className="o-plain">
        {RESOURCE_VERBS.filter((verb) => verbs.includes(verb)).map((verb) => {
          const { question, attributes, granted, single } = rules(verb)
          const open = verb === chosen
          return (
            <li key={verb} className={open ? 'chosen' : ''}>
              <div className="o-row">
                <button
                  type="button"
                  className="o-link o-mono"
                  aria-pressed={open}
                  aria-label={`${verb}: show the reason`}
                  onClick={() => onVerb(open ? undefined : verb)}
                >
                  {verb}
                </button>
                <span className="o-grow" />
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
              {open && <Reason attributes={attributes} granted={granted} isGroup={person?.kind === 'Group'} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Why a verb is allowed or not: the rule, or the server's words and the closest rule. */
function Reason({
  attributes,
  granted,
  isGroup,
}: {
  readonly attributes: Attributes
  readonly granted: GrantedRule | undefined
  /** A group makes no requests, so the server has no words for it. */
  readonly isGroup: boolean
}) {
  const { index } = useAccess()
  const shape = JSON.stringify(attributes)
  const nearest = useMemo(
    () => (granted ? undefined : explain(index, JSON.parse(shape) as Attributes).nearMisses[0]),
    [index, shape, granted],
  )
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="o-small o-below" ref={box} role="status">
      {granted ? (
        <RuleLine rule={granted.rule} />
      ) : (
        <>
          {!isGroup && <p className="o-code o-mono o-break o-flush">{forbiddenMessage(attributes)}</p>}
          <p className="o-dim o-break o-flush">
            {nearest ? `Closest rule: ${nearest.what}.` : 'No rule, role or binding comes close to allowing it.'}
          </p>
        </>
      )}
    </div>
  )
}
