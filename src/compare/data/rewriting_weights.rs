// Made by `cargo xtask rewrites FOLDER --fit`: of Latin and of Han text the base and the weight of
// each measure, in thousandths.
pub const MODELS: [(i32, [i32; 9]); 2] = [
    (
        -3463,
        [383, 1700, 2889, 4142, 128, -2488, -1135, 2665, 1670],
    ),
    (
        -3472,
        [1233, 3062, 1161, 3460, 2363, 1291, -1375, 2508, 1890],
    ),
];
