import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import { compactRules } from '../../../authorization/coverage'
import { type DecisionChange, whatIf } from '../../../access-analysis/what-if'
import type { PolicyRule } from '../../../authorization/policy'
import { Verdict } from '../../components/Verdict'
import { mergeRules } from './merge-rules'
import { useAccess } from './context'
import { MatrixGrid } from './MatrixGrid'
import { PersonLink, RuleLine } from './parts'
import { personOfSubject, personText } from './people'
import { resourceOf } from './question'

interface Group {
  readonly who: string
  readonly namespace: string
  readonly change: DecisionChange['change']
  readonly rules: readonly PolicyRule[]
}

/** Groups single changes by user, place, and whether rights are gained or lost. */
function grouped(changes: readonly DecisionChange[]): Group[] {
  const found = new Map<string, { group: Omit<Group, 'rules'>; rules: PolicyRule[] }>()
  for (const { subject, namespace, change, rule } of changes) {
    const who = personText(personOfSubject(subject, namespace))
    const key = `${who} ${namespace} ${change}`
    const known = found.get(key) ?? { group: { who, namespace, change }, rules: [] }
    known.rules.push(rule)
    found.set(key, known)
  }
  return Array.from(found.values(), ({ group, rules }) => ({ ...group, rules: mergeRules(compactRules(rules)) }))
}

/** What each user would gain or lose if the drafts were saved, as sentences and in the matrix. */
export function Consequences() {
  const { policy, index, drafted, resources } = useAccess()
  const changes = useMemo(() => (drafted ? whatIf(policy, drafted.policy) : []), [policy, drafted])
  const groups = useMemo(() => grouped(changes), [changes])
  const places = useMemo(() => [...new Set(changes.map(({ namespace }) => namespace))].sort(), [changes])
  const [wanted, setWanted] = useState('')
  const place = places.includes(wanted) ? wanted : (places[0] ?? '')
  const [people, rows] = useMemo(() => {
    const here = changes.filter(({ namespace }) => namespace === place)
    const touched = (rule: PolicyRule, group: string, whole: string): boolean =>
      ['*', group].some((one) => rule.apiGroups?.includes(one) ?? false) &&
      ['*', whole].some((one) => rule.resources?.includes(one) ?? false)
    return [
      [...new Set(here.map(({ subject }) => personText(personOfSubject(subject, place))))],
      resources.filter(({ text }) => {
        const { group, resource, subresource } = resourceOf(text)
        const whole = subresource ? `${resource}/${subresource}` : resource
        return here.some(({ rule }) => touched(rule, group, whole))
      }),
    ]
  }, [changes, place, resources])
  if (!drafted) return null
  if (changes.length === 0)
    return (
      <p className="o-panel-body o-dim o-flush">
        No permission changes: the drafts match the cluster, or no binding uses the changed roles. Add a binding to give
        a role to somebody.
      </p>
    )
  return (
    <>
      <ul className="o-plain o-panel-body" aria-live="polite">
        {groups.map(({ who, namespace, change, rules }) => (
          <li key={`${who} ${namespace} ${change}`}>
            <div className="o-row wrap">
              <Verdict tone={change === 'gained' ? 'allowed' : 'refused'}>{change}</Verdict>
              <PersonLink text={who} namespace={namespace} />
              <span className="o-dim o-small">{namespace ? `in ${namespace}` : 'everywhere'}</span>
            </div>
            {rules.slice(0, 12).map((rule, i) => (
              <div key={i}>
                <RuleLine rule={rule} />
              </div>
            ))}
            {rules.length > 12 && <div className="o-small o-dim">and {rules.length - 12} more</div>}
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <div className="o-mini-matrix">
          {places.length > 1 && (
            <SegmentedControl
              aria-label="Namespace for the matrix"
              value={place || '-'}
              onChange={(next) => setWanted(next === '-' ? '' : next)}
              data={places.map((value) => ({ value: value || '-', label: value || 'everywhere' }))}
            />
          )}
          <MatrixGrid
            label="Permissions after saving"
            people={people}
            resources={rows}
            verbs={RESOURCE_VERBS}
            namespace={place}
            index={drafted.index}
            before={index}
          />
        </div>
      )}
    </>
  )
}
