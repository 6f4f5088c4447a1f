import { useIdentity } from '../../state/identity'
import { useSetQuery } from '../../state/place'
import { type RbacDraft, isRole } from './rbac-drafts'
import { withObject, withoutDocument } from './edit-rbac-drafts'
import { Consequences } from './Consequences'
import { useAccess, useRbacDrafts } from './context'
import { BindingForm } from './BindingForm'
import { RuleForm } from './RuleForm'
import { DraftRow } from './DraftRow'

/** Identifies a draft in a list. */
export const idOf = ({ kind, namespace, name }: RbacDraft): string => [kind, namespace, name].join('/')

/** The list of drafts, their combined effect, and the selected one as a form. */
export function DraftSide({
  chosen,
  change,
}: {
  readonly chosen: RbacDraft | undefined
  readonly change: (text: string) => void
}) {
  const setQuery = useSetQuery()
  const bench = useRbacDrafts()
  const { identity } = useIdentity()
  const { drafts } = useAccess()
  const isRoleChosen = chosen !== undefined && isRole(chosen.kind)
  const form = chosen?.object && (
    <section className="o-panel" aria-label={`${isRoleChosen ? 'Rules' : 'Subjects'} of ${chosen.name}`}>
      <header>
        <h2>
          {isRoleChosen ? 'Rules' : 'Subjects'} of <span className="o-mono">{chosen.name}</span>
        </h2>
      </header>
      <div className="o-panel-body">
        {isRoleChosen ? (
          <RuleForm document={chosen} text={bench.text} onChange={change} />
        ) : (
          <BindingForm document={chosen} text={bench.text} onChange={change} />
        )}
      </div>
    </section>
  )
  // The short form of a binding stands above the effect, the long one of a role below it.
  return (
    <div className="o-draft-side" role="region" aria-label="Drafts and their changes" tabIndex={0}>
      <section className="o-panel" aria-label="Drafts">
        <header>
          <h2>Drafts</h2>
          <span className="o-grow" />
          <span className="o-dim o-small">to be saved as {identity.name}</span>
        </header>
        <ul className="o-plain o-panel-body">
          {drafts.map((document) => (
            <DraftRow
              key={document.index}
              document={document}
              chosen={document === chosen}
              onChoose={() => setQuery({ doc: idOf(document) })}
              onRemove={() => change(withoutDocument(bench.text, document.index))}
              onTake={(object) => change(withObject(bench.text, object))}
            />
          ))}
        </ul>
      </section>
      {!isRoleChosen && form}
      <section className="o-panel" aria-label="Effect of the drafts">
        <header>
          <h2>Effect</h2>
        </header>
        <Consequences />
      </section>
      {isRoleChosen && form}
    </div>
  )
}
