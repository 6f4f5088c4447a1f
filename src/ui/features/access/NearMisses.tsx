import { Button } from '@mantine/core'
import type { Explanation } from '../../../access-analysis/explain'
import type { Attributes } from '../../../authorization/authorizer'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { useAccess, useRbacDrafts } from './context'
import { RuleLine } from './parts'
import { subjectOf, type Person } from './people'
import { remedyFor } from './remedy'

/** The rules that come closest to allowing the request. */
export function NearMisses({
  explanation,
  person,
  attributes,
}: {
  readonly explanation: Explanation
  readonly person: Person | undefined
  readonly attributes: Attributes
}) {
  const { find } = useAccess()
  const { draft } = useRbacDrafts()
  return (
    <>
      <h3 className="o-h2">Closest rules</h3>
      <ol className="o-plain o-misses">
        {explanation.nearMisses.map((miss) => {
          const remedy = person && remedyFor(miss, attributes, subjectOf(person), find)
          return (
            <li key={miss.what}>
              <div className="o-row wrap">
                {miss.lacks.map((lack) => (
                  <Verdict key={lack} tone="refused">
                    {lack} missing
                  </Verdict>
                ))}
              </div>
              <div className="o-break">{miss.what}.</div>
              {miss.rule && (
                <div>
                  <RuleLine rule={miss.rule} />
                </div>
              )}
              <div className="o-row wrap">
                {/* The button says how to bind a role. */}
                <span className="o-grow o-dim o-basis">{!(remedy && miss.lacks.includes('binding')) && miss.fix}</span>
                {remedy && (
                  <Button
                    className="o-wraps"
                    size="compact-sm"
                    leftSection={<Icon name="edit" size={12} />}
                    onClick={() => draft(remedy.objects)}
                  >
                    {remedy.title}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}
