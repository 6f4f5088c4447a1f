import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BreakablePath } from '../../components/BreakablePath'
import { BreakableValue } from '../../components/BreakableValue'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { OwnerName } from '../../components/ownership/OwnerName'
import { messageOf } from '../../../machinery/message-of'
import { adviceFor } from './advice'
import { type Conflict, shownValue } from './conflicts'
import { type FieldAfter, fieldsAfter, isKnown, textFor, type WayOut, WAYS_OUT } from './ways'
import type { Lab, Manager } from './lab'

const WORDS: Readonly<Record<WayOut, (several: boolean) => { readonly act: string; readonly when: string }>> = {
  force: (several) => ({
    act: several ? 'Force my values' : 'Force my value',
    when: 'your value is right, and the owner agrees or no longer writes.',
  }),
  remove: () => ({
    act: 'Remove from my manifest',
    when: 'the owner should decide this value from now on.',
  }),
  agree: (several) => ({
    act: several ? 'Use the live values' : 'Use the live value',
    when: 'both should own it. The next one to change it gets a conflict.',
  }),
}

type Tried = { readonly fields: readonly FieldAfter[] } | { readonly problem: string }

/** The dry-run result of each way to resolve a conflict, and the usual choice. */
export function WaysTable({
  lab,
  manager,
  open,
  onChoose,
}: {
  readonly lab: Lab
  readonly manager: Manager
  readonly open: readonly Conflict[]
  readonly onChoose: (way: WayOut) => void
}) {
  const { name, text } = manager
  const several = open.length > 1
  const advice = useMemo(
    () => adviceFor(text, open, lab.owners, lab.structure),
    [text, open, lab.owners, lab.structure],
  )
  const fields = open.map(({ field }) => field).join('\n')
  const tried = useQuery({
    queryKey: ['lab-ways', lab.key, name, text, fields, lab.live?.metadata.resourceVersion],
    queryFn: async () => {
      const results = await Promise.all(
        WAYS_OUT.map(async (way): Promise<Tried> => {
          try {
            const object = await lab.tryOut(name, textFor(way, text, open, lab.structure), way === 'force')
            return { fields: fieldsAfter(object, open, lab.structure) }
          } catch (error) {
            return { problem: messageOf(error) }
          }
        }),
      )
      return new Map(WAYS_OUT.map((way, i) => [way, results[i]]))
    },
    gcTime: 0,
    retry: false,
  })
  return (
    <table className="o-lab-out">
      <caption className="o-hidden">Compare the ways to resolve the conflict</caption>
      <thead>
        <tr>
          <th scope="col">Resolution</th>
          <th scope="col">Result</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {WAYS_OUT.map((way) => {
          const { act, when } = WORDS[way](several)
          return (
            <tr key={way} data-advised={way === advice.way || undefined}>
              <th scope="row">
                <Button
                  fullWidth
                  variant={way === advice.way ? 'filled' : 'default'}
                  color={way === 'force' ? 'red' : undefined}
                  disabled={way !== 'force' && !open.some(isKnown)}
                  onClick={() => onChoose(way)}
                >
                  {act}
                </Button>
              </th>
              <td aria-busy={tried.isPending}>
                <Result lab={lab} tried={tried.data?.get(way)} />
              </td>
              <td>
                {way === advice.way && (
                  <p>
                    <strong>Recommended here.</strong> {advice.why}
                    <LessonAbout sort="advice" name={advice.id} />
                  </p>
                )}
                <span className="o-dim">Choose this when {when}</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Result({ lab, tried }: { readonly lab: Lab; readonly tried: Tried | undefined }) {
  if (!tried) return <span className="o-dim">Trying…</span>
  if ('problem' in tried) return <span className="o-tone o-tone-refused">{tried.problem}</span>
  return tried.fields.map(({ field, value, owners }) => (
    <div key={field}>
      {tried.fields.length > 1 && (
        <div className="o-mono o-break o-dim">
          <BreakablePath path={field} />
        </div>
      )}
      <div>
        <span className="o-dim">Value</span> <BreakableValue text={shownValue(value)} />
      </div>
      <div className="o-row wrap">
        <span className="o-dim">{owners.length > 1 ? 'Owners' : 'Owner'}</span>
        {owners.length === 0 && <span>no owner</span>}
        {owners.map((owner) => (
          <OwnerName key={owner} name={owner} mark={lab.marks.get(owner)} />
        ))}
      </div>
    </div>
  ))
}
