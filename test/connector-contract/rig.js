export const abilities = ['receives', 'polls', 'snapshots', 'listens', 'reads'];
//# sourceMappingURL=rig.js.map