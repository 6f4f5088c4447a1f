import { SegmentedControl, TextInput } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { lint } from '../../../access-analysis/lint'
import type { Finding } from '../../../access-analysis/finding'
import type { Binding, Policy, Role } from '../../../authorization/policy'
import { Empty } from '../../components/States'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { useAccess } from './context'
import { TwoTeamsButton } from './TwoTeamsButton'
import { FindingList } from './FindingList'
import { EditButton, RbacLink } from './parts'
import { NamespacePicker } from './pickers'

const SEVERITIES = ['danger', 'warning', 'hint'] as const
const LABELS = { danger: 'Danger', warning: 'Warning', hint: 'Hint' } as const

interface ObjectFindings {
  readonly of: Role | Binding | undefined
  readonly findings: readonly Finding[]
}

/** Groups findings by role or binding, then rule; objects with the most severe findings come first. */
function byObject(findings: readonly Finding[], policy: Policy): ObjectFindings[] {
  const id = ({ kind, namespace, name }: { kind: string; namespace: string; name: string }): string =>
    `${kind}/${namespace}/${name}`
  const objects = new Map([...policy.roles, ...policy.bindings].map((object) => [id(object), object]))
  const found = new Map<string, Finding[]>()
  for (const finding of findings) found.set(id(finding), [...(found.get(id(finding)) ?? []), finding])
  return Array.from(found, ([key, own]) => ({
    of: objects.get(key),
    findings: own.sort((a, b) => (a.ruleIndex ?? -1) - (b.ruleIndex ?? -1)),
  }))
}

/** Common mistakes in roles and bindings, with fixes. */
export function MistakesView() {
  const { policy } = useAccess()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const filter = useRef<HTMLInputElement>(null)
  const { ns = '', q = '', severity = 'all' } = query
  const findings = useMemo(() => lint(policy), [policy])
  const shown = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/)
    return findings.filter(
      (one) =>
        (severity === 'all' || one.severity === severity) &&
        (ns === '' || one.namespace === ns) &&
        words.every((word) => `${one.kind} ${one.name} ${one.text} ${one.code}`.toLowerCase().includes(word)),
    )
  }, [findings, severity, ns, q])
  useKeys([{ keys: '/', title: 'Filter the mistakes', run: () => filter.current?.focus() }])
  const groups = useMemo(() => byObject(shown, policy), [shown, policy])
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <NamespacePicker value={ns} onChange={(next) => setQuery({ ns: next }, { push: true })} all="Everywhere" />
        <TextInput
          ref={filter}
          w="14rem"
          label="Text"
          placeholder="Filter"
          value={q}
          onChange={(e) => setQuery({ q: e.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Severity"
          value={severity}
          onChange={(next) => setQuery({ severity: next === 'all' ? undefined : next })}
          data={[
            { value: 'all', label: `All ${findings.length}` },
            ...SEVERITIES.map((value) => ({
              value,
              label: `${LABELS[value]} ${findings.filter((one) => one.severity === value).length}`,
            })),
          ]}
        />
      </div>
      <div className="o-page-body">
        {shown.length === 0 ? (
          <Empty
            title={findings.length === 0 ? 'No known mistakes' : 'No matching mistakes'}
            icon="check"
            actions={findings.length === 0 ? <TwoTeamsButton variant="filled" /> : undefined}
          >
            {findings.length === 0
              ? 'Built-in roles and bindings are not checked. Load an example to see findings.'
              : 'Clear the filter to see all findings.'}
          </Empty>
        ) : (
          <section className="o-panel o-scroll-x" aria-label="Mistakes" tabIndex={0}>
            <table className="o-table">
              <thead>
                <tr>
                  <th className="o-wide-16">Object</th>
                  <th>Problem, severity and fix</th>
                </tr>
              </thead>
              <tbody>
                {groups.map(({ of, findings: here }) => {
                  const worst = here[0]
                  if (!worst) return null
                  return (
                    <tr key={`${worst.kind}/${worst.namespace}/${worst.name}`}>
                      <td>
                        <RbacLink kind={worst.kind} namespace={worst.namespace} name={worst.name} />
                        <div className="o-below">{of && <EditButton of={of} />}</div>
                      </td>
                      <td>
                        <FindingList of={of} findings={here} />
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </>
  )
}
