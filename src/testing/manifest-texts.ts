import { readdirSync, readFileSync } from 'node:fs'
import { translate } from '../names/dictionary'
import { SPOKEN } from '../names/spoken'

const FOLDER = new URL('manifests/', import.meta.url)

/** The YAML files beside this one, in this build's vocabulary. */
export const manifestTexts = (): { file: string; text: string }[] =>
  readdirSync(FOLDER).map((file) => ({ file, text: translate(readFileSync(new URL(file, FOLDER), 'utf8'), SPOKEN) }))
