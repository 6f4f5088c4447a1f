import { Button } from '@mantine/core'
import { useState } from 'react'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { promise } from '../../state/arrival'
import { useClient } from '../../state/connection'
import { labPlace } from '../../state/lab-place'
import { notifyError } from '../../state/notify'
import { useGo } from '../../state/place'
import { loadSituation } from './load-situation'
import { type Situation, SITUATIONS } from './situations'

/** Common situations, each with an open conflict. */
export function SituationMenu() {
  return (
    <section className="o-panel o-lab-menu" aria-labelledby="lab-situations">
      <header>
        <h2 id="lab-situations">Situations to try</h2>
      </header>
      <ul className="o-panel-body">
        {SITUATIONS.map((situation) => (
          <li key={situation.id}>
            <div>
              <strong>{situation.title}</strong>
              <p className="o-dim o-small">{situation.about}</p>
              <LessonAbout sort="situation" name={situation.id} />
            </div>
            <SituationButton situation={situation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Resets a situation to its start and opens it. */
export function SituationButton({
  situation,
  again = false,
  onDone,
}: {
  readonly situation: Situation
  readonly again?: boolean
  readonly onDone?: () => void
}) {
  const client = useClient()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      await loadSituation(client, situation)
      const { target, name, refused } = situation
      promise(`apply ${refused.manager}`)
      go(labPlace(target, target.namespace, name, { who: refused.manager }))
      onDone?.()
    } catch (error) {
      notifyError(`Could not load “${situation.title}”`, error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      className="o-rigid"
      loading={busy}
      aria-label={again ? undefined : `Open: ${situation.title}`}
      onClick={() => void load()}
    >
      {again ? 'Start over' : 'Open'}
    </Button>
  )
}
