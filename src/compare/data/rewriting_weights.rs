// Made by `cargo xtask rewrites FOLDER --fit`: of Latin and of Han text the base and the weight of
// each measure, in thousandths.
pub const MODELS: [(i32, [i32; 9]); 2] = [
    (
        -3647,
        [1069, 2058, 2553, 3963, -213, -2537, -1261, 2495, 1457],
    ),
    (
        -3452,
        [1170, 2805, 1192, 3802, 3022, 978, -1596, 2270, 2057],
    ),
];
