// Fonts for PDFs in scripts other than Latin: files in the site's fonts/ folder, listed in its fonts.txt, to which
// operators may add. They are only fetched when a text needs them.

export interface FontFiles {
  names(): Promise<string[]>;
  read(name: string): Promise<ArrayBuffer>;
}

/** The URL must end in a slash. */
export function fontFilesAt(url: string): FontFiles {
  async function get(name: string): Promise<Response> {
    const response = await fetch(new URL(encodeURIComponent(name), url));
    if (!response.ok) throw new Error(`The font file ${name} cannot be read (status ${response.status})`);
    return response;
  }
  return {
    async names() {
      const lines = (await (await get('fonts.txt')).text()).split(/\r?\n/);
      return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
    },
    read: async (name) => (await get(name)).arrayBuffer(),
  };
}
