import { useMemo } from 'react'
import { Word } from '../../components/terms/Explained'
import { whatCan } from '../../../access-analysis/queries'
import type { GrantedRule } from '../../../authorization/policy-index'
import { Go } from '../../components/Go'
import { Empty } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useQueryState, useSetQuery } from '../../state/place'
import { useAccess } from './context'
import { EditButton, PersonLink, RbacLink, RuleLine } from './parts'
import { personOf, userInfoOf } from './people'
import { NamespacePicker, PersonPicker } from './pickers'

/** All rules that apply to a user, with the bindings that grant them. */
export function RightsView() {
  const { index, candidates, version } = useAccess()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { ns = '', who = '' } = query
  const person = personOf(who)
  const held = useMemo(() => {
    const user = personOf(who)
    if (!user) return undefined
    const info = userInfoOf(user)
    const places = new Map<string, number>()
    for (const { binding } of index.everyGrantOf(info))
      places.set(binding.namespace, (places.get(binding.namespace) ?? 0) + 1)
    const rules = whatCan(index, info, ns)
    return {
      info,
      rules,
      missing: index.rulesFor(info, ns).missing,
      places: [...places].sort(([a], [b]) => (a < b ? -1 : 1)),
    }
    // `version` also stands for `index`, which is replaced only when the policy changes.
  }, [who, ns, index, version])
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <div className="o-ask">
          <PersonPicker value={who} onChange={(next) => setQuery({ who: next }, { push: true })} />
          <NamespacePicker
            value={ns}
            all="Cluster-wide only"
            onChange={(next) => setQuery({ ns: next }, { push: true })}
          />
        </div>
      </div>
      <div className="o-page-body">
        {!person || !held ? (
          <Empty title="Pick a user" icon="identity">
            {candidates.filter(({ system }) => !system).length > 0 ? (
              <span className="o-chips o-to-centre">
                {candidates
                  .filter(({ system }) => !system)
                  .slice(0, 24)
                  .map(({ text }) => (
                    <PersonLink key={text} text={text} namespace={ns} />
                  ))}
              </span>
            ) : (
              'Choose a user, group or service account above.'
            )}
          </Empty>
        ) : (
          <div className="o-stack">
            <section aria-label="Subject">
              <dl className="o-facts">
                <dt>Name</dt>
                <dd className="o-mono">{held.info.name || <span className="o-dim">any member of the group</span>}</dd>
                <dt>Groups</dt>
                <dd>
                  <span className="o-chips">
                    {held.info.groups.map((group) => (
                      <PersonLink key={group} text={`group:${group}`} namespace={ns} />
                    ))}
                  </span>
                </dd>
                <dt>Bindings in</dt>
                <dd>
                  {held.places.length === 0 ? (
                    <span className="o-dim">no bindings</span>
                  ) : (
                    <span className="o-chips">
                      {held.places.map(([namespace, count]) => (
                        <Go
                          key={namespace}
                          className="o-chip"
                          place={{ to: '/access/rights', search: { who, ns: namespace || undefined } }}
                          aria-current={namespace === ns ? 'true' : undefined}
                        >
                          {namespace || 'cluster'} <span className="o-dim">{count}</span>
                        </Go>
                      ))}
                    </span>
                  )}
                </dd>
              </dl>
            </section>
            {held.info.groups.includes('system:masters') && (
              <p className="o-tone o-tone-changed o-flush">system:masters bypasses RBAC and can do everything.</p>
            )}
            {held.missing.map(({ binding }, i) => (
              <p key={i} className="o-row wrap o-flush">
                <Verdict tone="refused">missing role</Verdict>
                <RbacLink kind={binding.kind} namespace={binding.namespace} name={binding.name} /> refers to{' '}
                <span className="o-mono">
                  {binding.roleRef.kind} {binding.roleRef.name}
                </span>
              </p>
            ))}
            <RuleTable rules={held.rules} ns={ns} />
          </div>
        )}
      </div>
    </>
  )
}

function RuleTable({ rules, ns }: { readonly rules: readonly GrantedRule[]; readonly ns: string }) {
  if (rules.length === 0)
    return (
      <Empty title={ns ? `No permissions in ${ns}` : 'No cluster-wide permissions'} icon="access">
        No binding that applies {ns ? 'there' : 'to the whole cluster'} grants this subject a role.
      </Empty>
    )
  return (
    <section className="o-panel o-scroll-x" aria-label="Rules" tabIndex={0}>
      <table className="o-table cards">
        <thead>
          <tr>
            <th>Allows</th>
            <th>
              <Word id="binding">Binding</Word>
            </th>
            <th>
              <Word id="role">Role</Word>
            </th>
            <th>Rule</th>
            <th>
              <span className="o-hidden">Draft</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ binding, role, rule, ruleIndex }, i) => (
            <tr key={i}>
              <td>
                <RuleLine rule={rule} />
              </td>
              <td>
                <RbacLink kind={binding.kind} namespace={binding.namespace} name={binding.name} />
              </td>
              <td>
                <RbacLink kind={role.kind} namespace={role.namespace} name={role.name} />
              </td>
              <td className="o-num" data-label="Rule">
                {ruleIndex + 1}
              </td>
              <td>
                <EditButton of={role} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
