import { type DragEvent, useState } from 'react'
import { notifyError } from '../../state/notify'

/** Joins the manifests of several files into one multi-document text. */
export const joinManifests = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n---\n') + '\n'

/** Reads manifests from files that the user chooses or drops on the page. */
export function useManifestFiles(add: (text: string) => void) {
  const [over, setOver] = useState(false)
  const read = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    try {
      add(joinManifests(await Promise.all(files.map((file) => file.text()))))
    } catch (failure) {
      notifyError('The files could not be read', failure)
    }
  }
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
  return {
    read,
    /** Whether files are being dragged over the page. */
    over,
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        void read([...event.dataTransfer.files])
      },
    },
  }
}
