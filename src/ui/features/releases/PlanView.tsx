import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { MarkedLines } from '../../components/MarkedLines'
import { Verdict } from '../../components/Verdict'
import {
  checkPlan,
  EXAMPLE_PLAN,
  FAILING_PLAN,
  parsePlan,
  type PlannedRelease,
  stabilityOf,
  versionsOf,
} from './deprecation-plan'
import { useStickyText } from './sticky-text'

const RULES: readonly [string, string][] = [
  ['1', 'Elements are removed only by raising the version.'],
  ['2', 'Objects convert between the versions of a release and lose nothing. A plan of versions can’t show this.'],
  ['3', 'No version is deprecated in favour of a less stable one.'],
  [
    '4a',
    'Stable versions stay; beta versions are deprecated and then removed after 9 months or 3 releases each, whichever is longer; alpha versions may go at any time.',
  ],
  [
    '4b',
    'The preferred and stored version advances only after a release that supports both the new and the previous one.',
  ],
]

/** A deprecation plan, checked against the rules while it is typed. */
export function PlanView() {
  const [text, setText] = useStickyText('plan', EXAMPLE_PLAN)
  const { releases, violations } = useMemo(() => {
    const parsed = parsePlan(text)
    return {
      releases: parsed.releases,
      violations: [...parsed.violations, ...checkPlan(parsed.releases)].sort((a, b) => a.line - b.line),
    }
  }, [text])
  return (
    <div className="o-deprecation-plan">
      <div className="o-stack">
        <MarkedLines
          label="Plan"
          description="One line per release: “release: versions | preferred version”. A ! after a version marks it as deprecated."
          value={text}
          onChange={setText}
          rows={[12, 40]}
          marks={violations}
          listed={false}
        />
        <div className="o-row wrap">
          <Button variant="default" onClick={() => setText(EXAMPLE_PLAN)}>
            Load sample plan
          </Button>
          <Button variant="default" onClick={() => setText(FAILING_PLAN)}>
            Load failing plan
          </Button>
          {violations.length === 0 ? (
            <Verdict tone="allowed">follows all rules</Verdict>
          ) : (
            <Verdict tone="refused">
              {violations.length === 1 ? 'violates a rule' : `${violations.length} violations`}
            </Verdict>
          )}
        </div>
        <div role="status">
          <ul className="o-violations" aria-label="Violations">
            {violations.map(({ line, rule, message }, i) => (
              <li key={i}>
                <span className="o-num">line {line}</span>{' '}
                <Verdict tone="refused">{rule === 'form' ? 'not readable' : `rule ${rule}`}</Verdict> {message}
              </li>
            ))}
          </ul>
        </div>
        <section aria-label="Rules">
          <dl className="o-rules">
            {RULES.map(([rule, meaning]) => (
              <div key={rule}>
                <dt>Rule {rule}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <TimeLine releases={releases} broken={new Set(violations.map(({ line }) => line))} />
    </div>
  )
}

/** Versions as rows, releases as columns. */
function TimeLine({
  releases,
  broken,
}: {
  readonly releases: readonly PlannedRelease[]
  readonly broken: ReadonlySet<number>
}) {
  return (
    <div className="o-scroll-x" tabIndex={0} role="region" aria-label="Timeline">
      <table className="o-time-line">
        <thead>
          <tr>
            <th scope="col">Version</th>
            {releases.map(({ label, line }) => (
              <th key={line} scope="col" className={broken.has(line) ? 'broken' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versionsOf(releases).map((name) => (
            <tr key={name}>
              <th scope="row" className="o-mono">
                {name}
              </th>
              {releases.map((release) => {
                const version = release.versions.find((one) => one.name === name)
                if (!version) return <td key={release.line} />
                const preferred = release.preferred === name
                return (
                  <td
                    key={release.line}
                    className={`cell ${stabilityOf(name)} ${version.deprecated ? 'deprecated' : ''}`}
                  >
                    <span
                      aria-label={[version.deprecated ? 'deprecated' : 'served', preferred && 'preferred']
                        .filter(Boolean)
                        .join(', ')}
                    >
                      {preferred ? '★' : version.deprecated ? '!' : '•'}
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="o-small o-dim">★ preferred and stored · • served · ! deprecated</p>
    </div>
  )
}
