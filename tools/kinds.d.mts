export function kindFolders(): { group: string; kind: string }[]
export function registries(): Map<string, string>
export function writeRegistries(): void
