import type { Finding } from '../../../access-analysis/finding'
import type { Binding, Role } from '../../../authorization/policy'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { type Tone, Verdict } from '../../components/Verdict'
import { findingsByRule } from './findings-by-rule'
import { RuleLine } from './parts'

const TONES: Readonly<Record<Finding['severity'], Tone>> = { danger: 'refused', warning: 'changed', hint: 'waiting' }

/** A finding about one role or binding. */
export function FindingList({
  of,
  findings,
}: {
  readonly of: Role | Binding | undefined
  readonly findings: readonly Finding[]
}) {
  return (
    <ul className="o-plain">
      {findingsByRule(findings).map(({ ruleIndex, shown, folded }) => {
        const rule = of && 'rules' in of ? of.rules[ruleIndex ?? -1] : undefined
        return shown.map((finding, i) => (
          <li key={finding.code + i}>
            {rule && i === 0 && (
              <div>
                <RuleLine rule={rule} />
              </div>
            )}
            <FindingLine finding={finding} />
            {folded.length > 0 && (
              <details>
                <summary className="o-small">{folded.length} more findings follow from this</summary>
                <ul className="o-plain">
                  {folded.map((one, n) => (
                    <li key={one.code + n}>
                      <FindingLine finding={one} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))
      })}
    </ul>
  )
}

function FindingLine({ finding }: { readonly finding: Finding }) {
  return (
    <div className="o-row wrap">
      <Verdict tone={TONES[finding.severity]}>{finding.severity}</Verdict>
      <span>{finding.text}</span>
      <span className="o-dim">{finding.advice}</span>
      <LessonAbout sort="finding" name={finding.code} />
    </div>
  )
}
