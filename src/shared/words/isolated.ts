// Keeps a right-to-left name from reordering the text around it, by putting it between FIRST STRONG ISOLATE and POP
// DIRECTIONAL ISOLATE.

export const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
