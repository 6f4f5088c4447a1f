import { KIND_TEMPLATES } from '../../../api/generated/kinds/templates'
import type { Template } from '../../../api/kinds/template'

/** Templates of the most frequently created kinds. */
export const TEMPLATES: readonly Template[] = [...KIND_TEMPLATES].sort((a, b) => a.place - b.place)
