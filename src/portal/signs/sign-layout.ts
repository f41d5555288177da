export const signLayouts = ['a4', 'a5'] as const;
export type SignLayout = (typeof signLayouts)[number];
