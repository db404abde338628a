// Made by `cargo research rewrites FOLDER --fit`: of Latin and of Han text the base and the weight of
// each measure, in thousandths.
pub const MODELS: [(i32, [i32; 11]); 2] = [
    (-1798, [669, 520, 462, 4555, 1301, -3601, -2016, 4737, 662, 5643, -2812]),
    (-5812, [3245, 6644, 2876, 7583, 5329, 3637, -3123, 5873, 4308, -29, -7504]),
];
