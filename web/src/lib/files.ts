// Files in and out of the page.

export function download(name: string, content: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A name that every file system takes. */
export function fileName(name: string, extension: string): string {
  const safe = name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '').trim() || 'junqi';
  return `${safe.slice(0, 60)}.${extension}`;
}
