import { KIND_TEMPLATES } from '../../../api/generated/kinds/templates'
import type { Template } from '../../../api/kinds/template'

/** The kinds that people create most. */
export const TEMPLATES: readonly Template[] = [...KIND_TEMPLATES].sort((a, b) => a.place - b.place)
