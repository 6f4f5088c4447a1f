import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { useGo, useQueryState } from '../../state/place'
import { isNamespaced, kept, useAccess, whyPlace } from './context'
import { phraseOf, questionOf } from './question'

/** An empty draft page: how to begin or, after saving, how to check the request that the drafts were for. */
export function NoDrafts({ saved, onCreate }: { readonly saved: boolean; readonly onCreate: () => void }) {
  const { resources } = useAccess()
  const query = useQueryState()
  const go = useGo()
  const { who, verb, what } = query
  const question = questionOf(query)
  const create = (
    <Button variant={saved ? 'default' : 'filled'} leftSection={<Icon name="plus" />} onClick={onCreate}>
      Create a Role
    </Button>
  )
  if (!saved || !who || !verb || !what)
    return (
      <Empty title={saved ? 'All drafts are saved' : 'No drafts'} icon={saved ? 'check' : 'edit'} actions={create}>
        Edit an existing role or binding, or create one. As you type, the page shows who gains and loses which
        permissions. Nothing is applied until you save.
      </Empty>
    )
  return (
    <Empty
      title="All drafts are saved"
      icon="check"
      actions={
        <>
          <Button onClick={() => go(whyPlace(kept(query)))}>Check the request again</Button>
          {create}
        </>
      }
    >
      See whether {who} may now {phraseOf(question, isNamespaced(resources, what))}.
    </Empty>
  )
}
